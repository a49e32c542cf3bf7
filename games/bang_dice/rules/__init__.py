"""The rules of BANG! The Dice Game with Old Saloon, a module for each chapter."""
