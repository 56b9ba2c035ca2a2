import { codes, digitBytes, digitsEnd, isAlnum, isWord, standsAt } from './byte-classes.ts';
import type { Detector } from './detector.ts';
import { signs, tokensOf, type TokenShape } from './prefixed-token.ts';

const upTo = 512;

const awsId = (prefix: string, rarest: number): TokenShape => ({ prefix, rarest, signs: signs.base32, min: 16, max: 16 });
const withPrefix = tokensOf([
  awsId('AKIA', 1),
  awsId('ASIA', 3),
  awsId('ABIA', 1),
  awsId('ACCA', 1),
  { prefix: 'AIza', rarest: 2, signs: signs.base64Url, min: 35, max: 35 },
  { prefix: 'GOCSPX-', rarest: 5, signs: signs.base64Url, min: 20, max: 40 },
  { prefix: 'ya29.', rarest: 4, signs: signs.dotted, min: 20, max: 2048 },
]);
const valueOnly = tokensOf(
  [
    { prefix: 'AccountKey=', rarest: 7, signs: signs.base64, min: 40, max: 128 },
    { prefix: 'SharedAccessKey=', rarest: 12, signs: signs.base64, min: 40, max: 128 },
    { prefix: 'sig=', rarest: 3, signs: signs.percent, min: 43, max: 128 },
  ],
  true,
);

/** Keys of Amazon (access key ids), Google (API keys, client secrets, access tokens) and Azure (account and shared keys, signatures of shared links). */
export const cloudKey: Detector = {
  anchors: [...new Set([...withPrefix.anchors, ...valueOnly.anchors])],
  find: (bytes, at, from, to, span) => withPrefix.find(bytes, at, from, to, span) || valueOnly.find(bytes, at, from, to, span),
};

const github = (kind: string): TokenShape => ({ prefix: `gh${kind}_`, rarest: 3, signs: signs.alnum, min: 36, max: 255 });
const slack = (kind: string): TokenShape => ({ prefix: `xox${kind}-`, rarest: 0, signs: signs.base64Url, min: 10, max: upTo });
const stripe = (kind: string): TokenShape => ({ prefix: kind, rarest: 2, signs: signs.alnum, min: 16, max: 255 });
const named = tokensOf([
  ...['p', 'o', 'u', 's', 'r'].map(github),
  { prefix: 'github_pat_', rarest: 6, signs: `${signs.alnum}_`, min: 22, max: 255 },
  { prefix: 'glpat-', rarest: 5, signs: signs.dotted, min: 20, max: 255 },
  { prefix: 'npm_', rarest: 3, signs: signs.alnum, min: 36, max: 36 },
  { prefix: 'pypi-', rarest: 4, signs: signs.base64Url, min: 50, max: upTo },
  ...['a', 'b', 'e', 'p', 'r', 's'].map(slack),
  { prefix: 'xapp-', rarest: 0, signs: signs.base64Url, min: 10, max: upTo },
  { prefix: 'hooks.slack.com/services/', rarest: 5, signs: signs.path, min: 30, max: 128 },
  ...['sk_live_', 'rk_live_', 'sk_test_', 'rk_test_'].map(stripe),
  { prefix: 'SG.', rarest: 1, signs: signs.dotted, min: 50, max: 100 },
]);

const telegramBody = codes(':AA');

/** Tokens of GitHub, GitLab, npm, PyPI, Slack, Stripe, SendGrid and of Telegram bots. */
export const serviceToken: Detector = {
  anchors: [...named.anchors, ...digitBytes],
  find: (bytes, at, from, to, span) => {
    if (named.find(bytes, at, from, to, span)) return true;
    const digits = digitsEnd(bytes, at, Math.min(to, at + 11));
    if (digits - at < 8 || digits - at > 10 || !standsAt(bytes, telegramBody, digits, from, to)) return false;
    let end = digits + 1;
    while (end < to && end - digits < 64 && (isAlnum(bytes[end]) || bytes[end] === 0x2d || bytes[end] === 0x5f)) end += 1;
    if (end - digits !== 36 || (at > from && isWord(bytes[at - 1]))) return false;
    span.start = at;
    span.end = end;
    return true;
  },
};
