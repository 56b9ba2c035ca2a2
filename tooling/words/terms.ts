import type { Language } from './visible-text.ts';

/** Files whose readers are operators at a terminal, where an organization is called tenant, as the commands are. */
const forOperators = /^(?:apps\/cli|docs|packages\/contract\/src\/operations|README|CONTRIBUTING)/;

interface Term {
  readonly language: Language;
  /** The word for the idea. */
  readonly term: string;
  /** Other words for the same idea. */
  readonly others: RegExp;
  /** Files in which the other words are right. */
  readonly except?: RegExp;
}

/** One word for each idea: what is written, and what is written in its place by mistake. A word beside `.`, `:`, `/`, `-`, `_` or a quote is code. */
export const terms: readonly Term[] = [
  { language: 'en', term: 'data sink', others: code('datasinks?') },
  { language: 'en', term: 'email', others: /\be-mails?\b/i },
  {
    language: 'en',
    term: 'log in, log out',
    others: /\b(?:sign(?:s|ed|ing)? (?:in|out|off)|log(?:s|ged|ging)? on)\b(?! (?:to |with )?(?:the )?certificate)/i,
  },
  { language: 'en', term: 'enrichment', others: /\blookup (?:tables?|refresh(?:es)?)\b/i },
  { language: 'en', term: 'two-factor authentication', others: /\b(?:MFA|second factors?|multi-?factor)\b/ },
  { language: 'en', term: 'rejected', others: /\brefused events?\b|\bevents? (?:is|are|was|were|has been|have been) refused\b/i },
  { language: 'en', term: 'organization', others: code('tenants?', ''), except: forOperators },
  {
    language: 'en',
    term: 'American spelling',
    others: /\b(?:licences?|cancelled|cancelling|colours?|behaviours?|\w+isations?|organis\w+|centres?)\b/i,
  },
  { language: 'en', term: 'nothing: how the engine works inside is not named', others: /\b(?:checkpoints?|spill(?:s|ed)?|lanes?)\b/ },
  { language: 'en', term: '90% (no space)', others: /(?:\d|\}) %(?!\w)/ },
  { language: 'es', term: 'destino de datos', others: code('(?!^Data sinks$)data ?sinks?') },
  { language: 'es', term: 'correo electrónico, correo', others: /(?<!\[)\be-?mails?\b(?!\])/i },
  { language: 'es', term: 'inicio de sesión, iniciar sesión', others: code('log-?in', 'i') },
  { language: 'es', term: 'iniciar sesión', others: /^entrar\b|\b(?:vuelve a entrar|entrar? con)\b/i },
  { language: 'es', term: 'no se pudo, no se pudieron', others: /\bno (?:se )?han? podido\b/i },
  { language: 'es', term: 'autenticación en dos pasos', others: /\bMFA\b|\b(?:segundos? factor(?:es)?|doble factor|dos factores)\b/i },
  { language: 'es', term: 'eventos fallidos', others: /\bdead letters?\b/i },
  { language: 'es', term: 'journal', others: /(?<!\p{L})(?:el|los|un|del|al|sus?|en) diarios?(?!\p{L})/iu },
  { language: 'es', term: 'conectado (de un worker)', others: /\bworkers?\b[^.]*\ben línea\b/i },
  { language: 'es', term: 'requiere intervención', others: /\brequieren? acción\b/i },
  { language: 'es', term: 'organización', others: code('tenants?', 'i') },
  { language: 'es', term: 'en vivo', others: /\ben directo\b/i },
  { language: 'es', term: 'corregir', others: /\barregl(?:a|ar|ado|ada|ados|adas|e|es|o)\b/i },
  { language: 'es', term: '90 % (con espacio)', others: /(?:\d|\})%(?![\dA-F])/ },
];

function code(word: string, flags = 'i'): RegExp {
  return new RegExp(String.raw`(?<![\w.:/_\`'"\-{])(?:${word})(?![\w:/_\`'"\-}=]|\.\w)`, flags);
}
