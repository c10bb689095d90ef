/**
 * Makes one object of each kind that texts are formatted and sorted by, and ends. The first one of a process reads the tables of all
 * languages, which on a phone takes longer than a screen's other work; what one thread has read serves the others (ADR 81).
 */
new Intl.NumberFormat('de-DE').format(1);
new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin' }).format(0);
new Intl.Collator('de', { numeric: true }).compare('a', 'ä');
close();
