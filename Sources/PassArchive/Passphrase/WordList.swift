/// Lists of short, common words for generated passphrases, written for this project.
enum WordList {}
