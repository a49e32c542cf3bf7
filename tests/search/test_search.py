"""One search: words and their forms, what they mean, slips of the fingers, and the reasons told."""

from __future__ import annotations

import re

import pytest

from boomtown.plugins import installed_games
from boomtown.rulebook.book import LANGUAGES, platform_rulebook
from boomtown.rulebook.numbers import book_of
from boomtown.rulebook.stems import language_words, stem_of, words_of
from boomtown.search import Document, Found, Index, Part, Told, everything, find
from boomtown.search.documents import KINDS
from boomtown.search.queries import LONGEST_QUERY, MOST_WORDS
from boomtown.search.reasons import sentences

MOST_RULINGS = 40
"""So many rules are looked for by the reasons of their rulings."""
AMONG = 5
MOST_WORK = 80_000
"""Steps of the dearest query: below 30 milliseconds of one core, and nearly always below ten."""


def told(title: str, text: str = "", *terms: str) -> Told:
    """A place in one language."""
    return Told(title, (Part("", text),), terms)


def rule(id: str, **languages: Told) -> Document:
    """A rule that can be found."""
    return Document("rule", id, f"/rules/toy#{id}", languages, "toy")


TOWN = Index(
    [
        rule(
            "a.shot",
            en=told("A shot", "The sheriff shoots first.", "friendly fire"),
            es=told("Un disparo", "El sheriff dispara primero."),
            ru=told("Выстрел", "Шериф стреляет первым."),
        ),
        rule(
            "a.beer",
            en=told("Beer", "Four players drink, and the sheriff pays."),
            es=told("Cerveza", "Cuatro jugadores se tumban a beber."),
            ru=told("Пиво", "Пьют четверо, блеф не в счёт."),
        ),
        rule(
            "a.time",
            en=told("The clock", "Time goes by: re-roll, and tie your horse."),
            es=told("El tiempo", "El tiempo pasa. Acción, señor."),
            ru=told("Часы", "Время идёт."),
        ),
    ],
    LANGUAGES,
)


def first(query: str, language: str = "en") -> str:
    """The best hit in the toy town."""
    hits = TOWN.find(query, language).hits
    return hits[0].id if hits else ""


class TestWords:
    @pytest.mark.parametrize(
        ("query", "language", "id"),
        [
            ("shots", "en", "a.shot"),
            ("drinking", "en", "a.beer"),
            ("4 players", "en", "a.beer"),
            ("4p", "en", "a.beer"),
            ("reroll", "en", "a.time"),
            ("roll again", "en", "a.time"),
            ("re roll", "en", "a.time"),
            ("tie", "en", "a.time"),
            ("disparos", "es", "a.shot"),
            ("accion", "es", "a.time"),
            ("4 jugadores", "es", "a.beer"),
            ("agacharse", "es", "a.beer"),
            ("tumbarse", "es", "a.beer"),
            ("выстрелы", "ru", "a.shot"),
            ("4 игрока", "ru", "a.beer"),
            ("блефовать", "ru", "a.beer"),
            ("a.beer", "en", "a.beer"),
        ],
    )
    def test_forms_numbers_accents_and_meanings(self, query: str, language: str, id: str) -> None:
        assert first(query, language) == id

    @pytest.mark.parametrize(
        ("query", "language", "id"),
        [
            ("cloock", "en", "a.time"),
            ("shrefif shots", "en", "a.shot"),
            ("cervexa", "es", "a.beer"),
            ("jugdaores", "es", "a.beer"),
            ("шэриф", "ru", "a.shot"),
            ("выстерл", "ru", "a.shot"),
            ("clo", "en", "a.time"),
            ("drinksplayers", "en", "a.beer"),
        ],
    )
    def test_wrong_letters_and_beginnings(self, query: str, language: str, id: str) -> None:
        assert first(query, language) == id

    def test_empty_words_say_nothing(self) -> None:
        assert first("how do the players do this") == "a.beer"
        assert first("what is a") == ""

    def test_negations_say_something(self) -> None:
        kits = Index(
            [
                rule("a.some", en=told("A kit"), es=told("Botiquín"), ru=told("Аптечка")),
                rule("a.none", en=told("No kit"), es=told("Sin botiquín"), ru=told("Нет аптечки")),
            ],
            LANGUAGES,
        )
        for query, language in (("no kit", "en"), ("sin botiquin", "es"), ("нет аптечки", "ru")):
            assert kits.find(query, language).hits[0].id == "a.none"

    def test_a_usual_word_is_not_worth_what_a_rare_one_of_the_same_meaning_is(self) -> None:
        usual = [rule(f"a.usual{n}", en=told("Usual", "A card.")) for n in range(6)]
        duels = [rule(f"a.duel{n}", en=told("Duel")) for n in range(4)]
        table = Index([*usual, rule("a.ace", en=told("Ace")), *duels], ["en"])
        assert table.find("card duel", "en").hits[0].id == "a.duel0"

    def test_words_of_another_language_are_found_after_those_of_the_reader(self) -> None:
        assert first("cerveza", "en") == "a.beer"
        assert first("пиво", "en") == "a.beer"
        # An English "tie" is no beginning of a Spanish "tiempo".
        assert [hit.id for hit in TOWN.find("tie", "es").hits] == ["a.time"]
        reason = TOWN.find("tie", "es").hits[0].reasons[0]
        assert (reason.how, reason.language) == ("word", "en")

    def test_a_word_that_only_one_place_has_weighs_more(self) -> None:
        assert [hit.id for hit in TOWN.find("sheriff pays", "en").hits] == ["a.beer", "a.shot"]

    def test_some_of_the_words_are_better_than_nothing(self) -> None:
        found = TOWN.find("clock parachute", "en")
        assert [hit.id for hit in found.hits] == ["a.time"]
        assert not found.complete
        assert found.unknown == found.hits[0].missing == ["parachute"]
        assert TOWN.find("clock horse", "en").complete

    def test_where_nothing_is_found_something_is_suggested(self) -> None:
        for language in LANGUAGES:
            for query in ("", "xyzzyx", "?!"):
                found = TOWN.find(query, language)
                assert not found.hits
                assert len(found.hints) > 3

    def test_every_hint_finds_something(self) -> None:
        for language in LANGUAGES:
            for hint in find("", language).hints:
                assert find(hint, language).complete, hint

    def test_a_place_with_all_words_stands_above_those_that_lack_the_rare_one(self) -> None:
        pistols = [rule(f"a.{n}", en=told("Pistol", "", "pistol", "a pistol")) for n in range(4)]
        others = [rule(f"a.else.{n}", en=told("A horse")) for n in range(9)]
        text = "Dice, cards, a tape, scenery, a long list of things; at the end pistols of foam."
        kit = rule("a.kit", en=told("Needed", text))
        town = Index([*pistols, *others, kit], ["en"])
        found = town.find("foam pistols", "en")
        assert [hit.id for hit in found.hits] == ["a.kit", "a.0", "a.1", "a.2", "a.3"]

    def test_two_forms_of_a_word_count_once(self) -> None:
        assert [word.word for word in TOWN.find("paying pays sheriff", "en").hits[0].reasons] == [
            "paying",
            "sheriff",
        ]

    def test_two_wrong_letters_or_another_ending(self) -> None:
        town = Index(
            [
                rule("a.janet", es=told("Calamity Janet")),
                rule("a.power", es=told("Capacidad")),
            ],
            ["es"],
        )
        assert {hit.id for hit in town.find("calamidad", "es").hits} == {"a.janet", "a.power"}

    def test_a_title_that_says_nothing_else_comes_first(self) -> None:
        vultures = Index(
            [
                rule("a.where", en=told("Where the vulture is", "A vulture.")),
                rule("a.vulture", en=told("The vulture", "A vulture.")),
            ],
            ["en"],
        )
        assert [hit.id for hit in vultures.find("vulture", "en").hits] == ["a.vulture", "a.where"]

    def test_a_verb_is_found_without_its_prefix(self) -> None:
        town = Index(
            [rule("a.drag", ru=told("Тащить друга")), rule("a.else", ru=told("Бой"))], ["ru"]
        )
        assert [hit.id for hit in town.find("оттащить", "ru").hits] == ["a.drag"]

    def test_a_word_that_is_like_nothing_leads_to_what_begins_like_it(self) -> None:
        town = Index([rule("a.stage", en=told("A stagecoach"))], ["en"])
        assert [hit.id for hit in town.find("stagnation", "en").hits] == ["a.stage"]
        assert not town.find("stumble", "en").hits

    def test_a_word_is_not_found_inside_another_one(self) -> None:
        town = Index([rule("a.slow", es=told("Lento", "Lo vio llegar muy lento y cruel."))], ["es"])
        for query in ("violento", "violencia"):
            assert town.find(query, "es").unknown == [query]
            assert not town.find(query, "es").hits
        assert [hit.id for hit in town.find("lentocruel", "es").hits] == ["a.slow"]

    def test_a_word_of_an_id_is_english(self) -> None:
        town = Index(
            [rule("a.late", en=told("Slow"), es=told("Tarde")), rule("a.wet", es=told("Lluvia"))],
            ["en", "es"],
        )
        assert [hit.id for hit in town.find("late", "es").hits] == ["a.late"]
        assert town.find("late", "es").hits[0].reasons[0].language == "en"
        assert not town.find("wet", "es").hits, "not told in English"
        assert [hit.id for hit in town.find("a.wet", "es").hits] == ["a.wet"], "a whole id"

    def test_a_slip_is_put_right(self) -> None:
        assert TOWN.find("cloock beer", "en").instead == ["clock beer"]
        assert TOWN.find("clock", "en").instead == []

    def test_short_i_is_a_letter_and_yo_is_not(self) -> None:
        assert words_of("Йод, ёлка") == ["йод", "елка"]
        assert stem_of("четверо", "ru") == "4"

    @pytest.mark.parametrize(
        ("language", "forms"),
        [
            ("es", "mostrar muestra muestro"),
            ("es", "morir muere murió muerte"),
            ("es", "caer cae cayeron caída"),
            ("es", "eliminar eliminación eliminados"),
            ("es", "mover mueve movimiento"),
            ("es", "disparar disparan disparo"),
            ("ru", "бросить бросают бросок брошу"),
            ("ru", "умереть умирает умрёт умер"),
            ("ru", "закончатся кончились заканчивается"),
            ("ru", "выигрывает выиграл выигрыш"),
            ("ru", "лечь лёг ложится"),
            ("ru", "пригнуться пригибается пригнулся"),
        ],
    )
    def test_forms_that_no_ending_tells_are_one_word(self, language: str, forms: str) -> None:
        assert len({stem_of(word, language) for word in words_of(forms)}) == 1

    @pytest.mark.parametrize(
        ("language", "one", "other"),
        [
            ("ru", "стрелы", "стреляют"),
            ("ru", "лечь", "лечить"),
            ("ru", "выбор", "выбыл"),
            ("es", "dado", "dar"),
            ("es", "siguiente", "seguir"),
        ],
    )
    def test_words_that_are_only_alike_stay_apart(
        self, language: str, one: str, other: str
    ) -> None:
        assert stem_of(one, language) != stem_of(other, language)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_no_word_is_a_form_of_two(self, language: str) -> None:
        told = [word for group in language_words(language).forms for word in group]
        assert len(told) == len(set(told))


class TestReasons:
    @pytest.mark.parametrize(
        ("query", "language", "why"),
        [
            ("beer", "en", ["“beer” in the title"]),
            ("friendly fire", "en", ["Known as “friendly fire”"]),
            ("cloock", "en", ["“cloock” read as “clock”, in the title"]),
            ("timer", "en", ["“clock”, which means “timer”, in the title"]),
            ("cerveza", "en", ["“cerveza” in the title (Spanish)"]),
            ("agacharse", "es", ["«tumban», que significa «agacharse», en el texto"]),
            ("пиво зонтик", "ru", ["«пиво» в заголовке", "Без слов: зонтик"]),
        ],
    )
    def test_each_hit_says_why(self, query: str, language: str, why: list[str]) -> None:
        assert list(sentences(TOWN.find(query, language).hits[0], language)) == why

    def test_what_was_found_in_another_language_is_told_in_it(self) -> None:
        hit = TOWN.find("пиво", "en").hits[0]
        assert (hit.title, hit.language) == ("Beer", "en")
        assert hit.origin is not None
        assert hit.origin.title == "Пиво"
        assert TOWN.find("beer", "en").hits[0].origin is None


class TestEverything:
    def test_all_kinds_are_there(self) -> None:
        kinds: dict[str, int] = {}
        for query in (
            "balance",
            "dice",
            "cards",
            "arrow",
            "game",
            "clock",
            "hidden roles",
            "luck",
            "learn",
        ):
            kinds |= find(query, "en").kinds
        assert set(kinds) == set(KINDS)

    def test_a_part_comes_in_the_order_of_the_whole(self) -> None:
        whole = [hit for hit in find("arrow", "en", most=50).hits if hit.kind == "rule"]
        part = find("arrow", "en", most=50, kinds=["rule"]).hits
        assert [hit.id for hit in part][: len(whole)] == [hit.id for hit in whole]
        assert {hit.game for hit in find("arrow", "en", games=["bang_dice"]).hits} == {"bang_dice"}

    def test_the_part_of_the_game_that_is_named_is_shown(self) -> None:
        for game in ("BANG!", "Shadows"):
            hit = find(f"luck or skill in {game}", "en", kinds=["figure"]).hits[0]
            assert hit.part.startswith(game)
            assert len(hit.answers) >= 2

    def test_how_long_a_game_takes(self) -> None:
        hit = find("how long does a game of bang take", "en").hits[0]
        assert (hit.kind, hit.id) == ("game", "bang_dice")
        assert "15 minutes" in hit.text

    def test_lessons_are_found(self) -> None:
        for query, language in (("learn bang", "en"), ("lección bang", "es"), ("урок bang", "ru")):
            hit = find(query, language, kinds=["lesson"]).hits[0]
            assert hit.url == "/games/bang_dice/learn#lesson-first"

    def test_the_rules_of_the_site_are_found(self) -> None:
        assert "boomtown.undo.learned" in ids(find("undo", "en", games=["boomtown"]))

    def test_the_answer_that_has_the_words_is_shown(self) -> None:
        hit = find("who begins sheriff", "en", kinds=["question"]).hits[0]
        assert hit.id == "order.first"
        assert hit.part.startswith("BANG!")
        assert "Sheriff" in hit.text
        named = [one.name for one in hit.answers]
        assert "Cash 'n Guns" in named
        assert hit.part not in named

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_rule_is_shown_before_the_reason_of_its_ruling(self, language: str) -> None:
        """Also where only the reason, or a refusal, has the words."""
        books = {game.id: book_of(game) for game in installed_games()}
        books["boomtown"] = platform_rulebook()
        tried = 0
        for game, book in books.items():
            for rule in (book.rule(id, language) for id in book.ids):
                if rule.ruling and tried < MOST_RULINGS:
                    found = find(rule.ruling, language, games=[game], kinds=["rule"]).hits
                    shown = [hit.text for hit in found if hit.id == rule.id]
                    tried += len(shown)
                    assert all(text == rule.text for text in shown), rule.id
        assert tried == MOST_RULINGS

    def test_a_form_is_not_another_word(self) -> None:
        early, wounds = stem_of("рано", "ru"), stem_of("раны", "ru")
        assert early != wounds
        assert stem_of("раннее", "ru") == early
        assert stem_of("ранами", "ru") == wounds

    def test_what_means_the_same_only_together_is_no_reason_apart(self) -> None:
        for query, language, word in (
            ("kid", "en", "year"),
            ("repetir", "es", "nuevo"),
            ("miniaturas", "es", "tipo"),
            ("reading", "en", "ready"),
        ):
            hits = find(query, language, most=50).hits
            told = {reason.found for hit in hits for reason in hit.reasons}
            assert hits
            assert word not in told, query

    def test_what_means_the_same_together_is_a_reason(self) -> None:
        town = Index(
            [
                rule("a.both", en=told("Two", "Everybody drops to the floor.")),
                rule("a.one", en=told("One", "The floor is wet.")),
            ],
            LANGUAGES,
        )
        both = town.find("duck", "en").hits[0]
        assert (both.id, [reason.found for reason in both.reasons]) == ("a.both", ["drops floor"])
        for one in town.find("duck", "en").hits[1:]:
            assert (one.reasons, one.missing) == ([], ["duck"])

    def test_two_questions_at_once_have_an_answer_each(self) -> None:
        found = ids(find("how does the game end and how do I heal", "en"))[:AMONG]
        assert {"end.when", "heal.how"} <= set(found)
        # What has all of the words stays first, and "and" alone makes no two questions.
        assert ids(find("sheriff and deputy", "en"))[0] == ids(find("sheriff deputy", "en"))[0]

    def test_pages_are_found(self) -> None:
        for query, language, url in (
            ("shortest game", "en", "/compare#profiles"),
            ("estadísticas", "es", "/lab"),
            ("какая роль чаще побеждает", "ru", "/lab"),
        ):
            assert find(query, language).hits[0].url == url

    def test_a_share_of_few_matches_is_told_with_how_many(self) -> None:
        hit = find("luck or skill in Shadows", "en", kinds=["figure"]).hits[0]
        assert re.search(r"4 players – \d+ % \(\d+…\d+ %, n = 4\)", hit.text)
        life = find("hit points", "en", kinds=["figure"]).hits[0]
        shown = {part.name: part.text for part in life.answers} | {life.part: life.text}
        assert "others 7–9, Sheriff 9–11" in shown["BANG! The Dice Game"]

    def test_nothing_costs_much(self) -> None:
        """Steps are counted: a time would say how busy the machine is."""
        everything()
        dear = [
            "the " * 60,
            " ".join(["player", "die", "turn", "card", "throw", "life", "figure", "shoot"] * 3),
            " ".join(f"qwrtz{n}xx" for n in range(40)),
            " ".join(["jugador", "игрок", "player", "dado", "кубик", "die", "плеер"] * 4),
            "abcdefgh" * 25,
        ]
        for query in dear:
            for language in LANGUAGES:
                assert find(query, language).work < MOST_WORK, query

    def test_a_long_query_is_cut(self) -> None:
        assert len(find("x" * 5000, "en").query) == LONGEST_QUERY
        assert len(find("a b " * 200, "en").unknown) <= MOST_WORDS


class TestWordsOfTheOtherLanguages:
    """What stands in the same places means much the same, whatever language it is in."""

    TOLD = Index(
        [
            rule("a.wet", en=told("A floor", "Somebody slips."), es=told("El suelo", "Resbalan.")),
            rule("a.low", en=told("A floor", "Nobody is up."), es=told("El suelo", "Se tumban.")),
            rule("a.one", en=told("Ducking", "Duck in time."), es=told("Tumbarse")),
            rule("a.two", en=told("To duck late", "Who ducks is out."), es=told("Tumbarse tarde")),
        ],
        ("en", "es"),
    )

    def test_what_another_language_calls_a_place_brings_it_nearer(self) -> None:
        floors = [id for id in ids(self.TOLD.find("duck floor", "en")) if id in ("a.low", "a.wet")]
        assert floors == ["a.low", "a.wet"]

    def test_a_word_of_its_own_counts_more(self) -> None:
        assert ids(self.TOLD.find("duck", "en"))[:2] == ["a.one", "a.two"]

    def test_such_a_word_is_told_as_no_reason(self) -> None:
        hit = next(hit for hit in self.TOLD.find("duck floor", "en").hits if hit.id == "a.low")
        assert [reason.word for reason in hit.reasons] == ["floor"]


def ids(found: Found) -> list[str]:
    """What was found."""
    return [hit.id for hit in found.hits]
