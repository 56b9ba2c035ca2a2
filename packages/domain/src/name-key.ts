/** Names that differ in capitals or composition alone are one name where they must be unique: of secrets, and of a listener's labels. */
export const nameKey = (name: string): string => name.normalize('NFC').toLowerCase();
