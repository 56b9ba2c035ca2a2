const verbs = [
  'accept add agree allow answer ask bring change check choose close confirm connect contact copy correct create cut delete disable discard do edit',
  'enable end enter export fill find fix free give go import increase install invite keep leave let limit load log look lower make map mark merge move name',
  'open pass paste pick place publish put raise read rebuild reconnect redrive re-drive reduce refresh reload remove rename renew repair repeat replace',
  'replay reset resolve restart restore retry return review revoke run save search see select send set shorten show shrink sign split start stop switch',
  'take test try turn type undo unlock update upgrade upload use verify wait write',
].join(' ');

/** What a next step begins with. A verb that is missing here is added with the text that needs it. */
export const nextSteps = new RegExp(
  String.raw`(?:^|[\s(“])(?:${verbs.replaceAll(' ', '|')})(?![\p{L}\p{M}])|nothing (?:needs to be done|to do)|no action`,
  'iu',
);

/** Beginnings that are certainly no verb. */
export const notVerbs =
  /^(?:the|an?|new|more|another|all|any|your|my|our|this|that|these|those|yes|to|in|on|at|for|from|with|by|of|and|or|not|here)\b|^\p{L}+(?:tion|ment|ness|ity)s?\b/iu;
