import type { Language } from './visible-text.ts';

interface BannedWords {
  readonly language: Language;
  readonly pattern: RegExp;
  readonly instead: string;
}

/** Words that no visible text holds (rule 3 of how the product speaks), each with what to write instead. Only what is certainly wrong. */
export const bannedWords: readonly BannedWords[] = [
  { language: 'en', pattern: /\bmend(?:s|ed|ing)?\b/i, instead: '“fix”' },
  { language: 'en', pattern: /\bstands?\b(?! for\b| out\b)/i, instead: '“is”' },
  {
    language: 'en',
    pattern: /\btells\b|\b(?:is|are|was|were|be|been|being) told\b/i,
    instead: '“shows” or “reports”; for people “is notified”',
  },
  { language: 'en', pattern: /\bput(?:s|ting)? aside\b/i, instead: '“rejected”, and where the event is kept' },
  { language: 'en', pattern: /\bgo(?:es)? on\b(?! (?:the|a|an|your|its|disk)\b)/i, instead: '“continues”' },
  { language: 'en', pattern: /\bnot heard of\b/i, instead: '“offline”' },
  { language: 'en', pattern: /\bof (?:its|their|one[’']s) own\b/i, instead: '“its own …” or “a separate …”' },
  { language: 'en', pattern: /\bin force\b/i, instead: '“active” or “in use”' },
  { language: 'en', pattern: /\b(?:is|are|was|were|stays?|destination) away\b/i, instead: '“unreachable” or “offline”' },
  { language: 'en', pattern: /(?:^|[.!?:;]\s+)(?:nobody|whoever)\b/i, instead: 'the person, as in “only admins”' },
  { language: 'en', pattern: /(?:^|[.!?]\s+)What\s[^.!?\n]*\.(?:\s|$)/, instead: 'the noun, as in “The settings that …”' },
  { language: 'en', pattern: /\bmakes? (?:it|one|them|this) (?:out )?of\b/i, instead: '“turns … into”' },
  { language: 'en', pattern: /\bl(?:ies?|ying) about\b/i, instead: '“reports a wrong …”' },
  { language: 'en', pattern: /\bvouch/i, instead: '“guarantee” or “unknown”' },
  { language: 'en', pattern: /\bbegin of\b/i, instead: '“beginning of”' },
  { language: 'en', pattern: /\bunlike values\b/i, instead: '“different values”' },
  { language: 'en', pattern: /\botherwise than\b/i, instead: '“differently from”' },
  {
    language: 'es',
    pattern: /(?<!diecis|veintis)(?:áis|éis)(?!\p{L})|(?<!\p{L})(?:vosotr|vuestr)[oa]s?(?!\p{L})/iu,
    instead: 'tú: “puedes”, “tu”',
  },
  { language: 'es', pattern: /(?<!\p{L})ustedes?(?!\p{L})/iu, instead: 'tú' },
];
