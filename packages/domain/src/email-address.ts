/** What counts as an email address, in browser and server: letters of ASCII, as invitations and identity providers need them. */
export const emailPattern = /^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

export const emailLengthMax = 254;

export const isEmailAddress = (text: string): boolean => text.length <= emailLengthMax && emailPattern.test(text);
