/// <reference types="vite/client" />

declare module 'virtual:operation-meta' {
  import type { Entity, OperationName } from '@acequia/contract';

  const meta: Readonly<
    Record<OperationName, { readonly reads: readonly Entity[]; readonly changes: readonly Entity[]; readonly removes: readonly string[] }>
  >;
  export default meta;
}

declare module 'virtual:catalogue' {
  import type { Localised } from '@acequia/component-sdk/text';

  interface Card {
    /** Of the component or preset; unique within its kind. */
    readonly id: string;
    /** The component. */
    readonly of: string;
    readonly name: Localised;
    readonly summary: Localised;
  }
  const catalogue: {
    readonly listener: readonly Card[];
    readonly datasink: readonly Card[];
    /** Ids of the operations of field transformation that have any. */
    readonly operationsWithParameters: readonly string[];
  };
  export default catalogue;
}

declare module 'virtual:reason-texts/*' {
  import type { LanguageTexts } from '@acequia/component-sdk/text';

  const texts: LanguageTexts;
  export default texts;
}

declare module 'virtual:error-texts/*' {
  import type { ErrorTexts } from '@acequia/contract/error-texts';

  const texts: ErrorTexts;
  export default texts;
}
