import type { Score, TranslationKeys } from '@zxcvbn-ts/core';
import type { Language } from '../../i18n/locale.ts';

// The texts of the strength meter, in all languages. They are part of the worker and not of the dictionaries in i18n/, so
// that they are loaded with it only. The keys are those of zxcvbn.

interface AdviceTexts extends Pick<TranslationKeys, 'warnings' | 'suggestions'> {
  /** by score */
  strength: Record<Score, string>;
}

const en: AdviceTexts = {
  strength: ['Very weak', 'Weak', 'Fair', 'Good', 'Strong'],
  warnings: {
    straightRow: 'Rows of keys are easy to guess.',
    keyPattern: 'Keyboard patterns are easy to guess.',
    simpleRepeat: 'Repeated characters like “aaa” are easy to guess.',
    extendedRepeat: 'Repeated patterns like “abcabc” are easy to guess.',
    sequences: 'Sequences like “abc” or “123” are easy to guess.',
    recentYears: 'Recent years are easy to guess.',
    dates: 'Dates are easy to guess.',
    topTen: 'This is one of the ten most common passwords.',
    topHundred: 'This is one of the hundred most common passwords.',
    common: 'This is a common password.',
    similarToCommon: 'This is similar to a common password.',
    wordByItself: 'Single words are easy to guess.',
    namesByThemselves: 'Single names are easy to guess.',
    commonNames: 'Names are easy to guess.',
    userInputs: 'Your name and email address are easy to guess.',
    pwned: 'This password is part of a known data leak.',
  },
  suggestions: {
    l33t: 'Replacing letters, such as “@” for “a”, adds little.',
    reverseWords: 'Words spelled backwards are guessed too.',
    allUppercase: 'Writing everything in capitals adds little.',
    capitalization: 'A capital first letter adds little.',
    dates: 'Avoid dates that have to do with you.',
    recentYears: 'Avoid recent years.',
    associatedYears: 'Avoid years that have to do with you.',
    sequences: 'Avoid sequences.',
    repeated: 'Avoid repetitions.',
    longerKeyboardPattern: 'Avoid keyboard patterns.',
    anotherWord: 'Add another, less common word.',
    useWords: 'Several uncommon words make a strong password that you can remember.',
    noNeed: '',
    pwned: 'Choose another one.',
  },
};

const de: AdviceTexts = {
  strength: ['Sehr schwach', 'Schwach', 'Mittel', 'Gut', 'Stark'],
  warnings: {
    straightRow: 'Tastenreihen sind leicht zu erraten.',
    keyPattern: 'Tastaturmuster sind leicht zu erraten.',
    simpleRepeat: 'Wiederholte Zeichen wie „aaa“ sind leicht zu erraten.',
    extendedRepeat: 'Wiederholte Muster wie „abcabc“ sind leicht zu erraten.',
    sequences: 'Folgen wie „abc“ oder „123“ sind leicht zu erraten.',
    recentYears: 'Jahreszahlen der letzten Zeit sind leicht zu erraten.',
    dates: 'Ein Datum ist leicht zu erraten.',
    topTen: 'Das ist eines der zehn häufigsten Passwörter.',
    topHundred: 'Das ist eines der hundert häufigsten Passwörter.',
    common: 'Das ist ein häufiges Passwort.',
    similarToCommon: 'Das ähnelt einem häufigen Passwort.',
    wordByItself: 'Einzelne Wörter sind leicht zu erraten.',
    namesByThemselves: 'Einzelne Namen sind leicht zu erraten.',
    commonNames: 'Namen sind leicht zu erraten.',
    userInputs: 'Ihr Name und Ihre E-Mail-Adresse sind leicht zu erraten.',
    pwned: 'Dieses Passwort stammt aus einem bekannten Datenleck.',
  },
  suggestions: {
    l33t: 'Ersetzte Buchstaben, etwa „@“ für „a“, helfen wenig.',
    reverseWords: 'Rückwärts geschriebene Wörter werden ebenfalls erraten.',
    allUppercase: 'Alles in Großbuchstaben hilft wenig.',
    capitalization: 'Ein großer Anfangsbuchstabe hilft wenig.',
    dates: 'Vermeiden Sie Daten, die mit Ihnen zu tun haben.',
    recentYears: 'Vermeiden Sie Jahreszahlen der letzten Zeit.',
    associatedYears: 'Vermeiden Sie Jahreszahlen, die mit Ihnen zu tun haben.',
    sequences: 'Vermeiden Sie Zeichenfolgen.',
    repeated: 'Vermeiden Sie Wiederholungen.',
    longerKeyboardPattern: 'Vermeiden Sie Tastaturmuster.',
    anotherWord: 'Fügen Sie ein weiteres, selteneres Wort hinzu.',
    useWords: 'Mehrere seltene Wörter ergeben ein starkes Passwort, das Sie sich merken können.',
    noNeed: '',
    pwned: 'Wählen Sie ein anderes.',
  },
};

const pl: AdviceTexts = {
  strength: ['Bardzo słabe', 'Słabe', 'Przeciętne', 'Dobre', 'Silne'],
  warnings: {
    straightRow: 'Rzędy klawiszy łatwo odgadnąć.',
    keyPattern: 'Wzory na klawiaturze łatwo odgadnąć.',
    simpleRepeat: 'Powtórzone znaki, takie jak „aaa”, łatwo odgadnąć.',
    extendedRepeat: 'Powtórzone wzory, takie jak „abcabc”, łatwo odgadnąć.',
    sequences: 'Ciągi, takie jak „abc” lub „123”, łatwo odgadnąć.',
    recentYears: 'Ostatnie lata łatwo odgadnąć.',
    dates: 'Daty łatwo odgadnąć.',
    topTen: 'To jedno z dziesięciu najpopularniejszych haseł.',
    topHundred: 'To jedno ze stu najpopularniejszych haseł.',
    common: 'To popularne hasło.',
    similarToCommon: 'To hasło jest podobne do popularnego.',
    wordByItself: 'Pojedyncze słowa łatwo odgadnąć.',
    namesByThemselves: 'Same imiona i nazwiska łatwo odgadnąć.',
    commonNames: 'Imiona i nazwiska łatwo odgadnąć.',
    userInputs: 'Twoje nazwisko i adres e-mail łatwo odgadnąć.',
    pwned: 'To hasło pochodzi ze znanego wycieku danych.',
  },
  suggestions: {
    l33t: 'Zamiana liter, na przykład „@” zamiast „a”, niewiele daje.',
    reverseWords: 'Słowa pisane od tyłu też są odgadywane.',
    allUppercase: 'Same wielkie litery niewiele dają.',
    capitalization: 'Wielka pierwsza litera niewiele daje.',
    dates: 'Unikaj dat, które mają z Tobą związek.',
    recentYears: 'Unikaj ostatnich lat.',
    associatedYears: 'Unikaj lat, które mają z Tobą związek.',
    sequences: 'Unikaj ciągów znaków.',
    repeated: 'Unikaj powtórzeń.',
    longerKeyboardPattern: 'Unikaj wzorów na klawiaturze.',
    anotherWord: 'Dodaj kolejne, rzadsze słowo.',
    useWords: 'Kilka rzadkich słów tworzy silne hasło, które łatwo zapamiętać.',
    noNeed: '',
    pwned: 'Wybierz inne.',
  },
};

export const adviceTexts: Record<Language, AdviceTexts> = { en, de, pl };
