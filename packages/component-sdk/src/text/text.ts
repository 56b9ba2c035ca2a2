export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** A word or sentence in every language of the product. */
export type Localised = Readonly<Record<Language, string>>;

/** Every word a user reads about a component, typed by its configuration: a missing word is a compile error. */
export interface ComponentText<C> {
  readonly title: Localised;
  /** One sentence for the chooser and the palette. */
  readonly summary: Localised;
  /** Other words that people look for it by, in all languages, also those of other products. Never shown. */
  readonly searchWords?: string;
  readonly fields: FieldsText<C>;
  /** Titles of form sections named by hints. */
  readonly groups?: Readonly<Record<string, Localised>>;
  /** Names of ports fixed by the component, apart from default and error. */
  readonly ports?: Readonly<Record<string, Localised>>;
}

export type FieldsText<C> = { readonly [K in keyof C & string]-?: FieldText<NonNullable<C[K]>> };

/** Choices need a word for each option; lists of objects and objects need the texts of their members (`fields`). */
export type FieldText<V> = {
  readonly label: Localised;
  readonly help?: Localised;
  readonly placeholder?: Localised;
} & OptionsText<V> &
  MembersText<V>;

type OptionsText<V> = [V] extends [string]
  ? string extends V
    ? object
    : { readonly options: Readonly<Record<V, Localised>> }
  : V extends readonly (infer I)[]
    ? [I] extends [string]
      ? string extends I
        ? object
        : { readonly options: Readonly<Record<I & string, Localised>> }
      : object
    : object;

type MembersText<V> = V extends readonly (infer I)[]
  ? I extends Plain
    ? object
    : I extends object
      ? { readonly fields: FieldsText<I> }
      : object
  : V extends Plain
    ? object
    : V extends object
      ? string extends keyof V
        ? object
        : { readonly fields: FieldsText<V> }
      : object;

/** Values whose insides have no form of their own (conditions are edited by their own editor). */
type Plain = string | number | boolean | { readonly __opaque: true } | { readonly form: 'visual' | 'code'; readonly ast: unknown };

/** A field's text when the type of the configuration is not known, as forms and docs read it. */
export interface AnyFieldText {
  readonly label: Localised;
  readonly help?: Localised;
  readonly placeholder?: Localised;
  readonly options?: Readonly<Record<string, Localised>>;
  readonly fields?: Readonly<Record<string, AnyFieldText>>;
}
