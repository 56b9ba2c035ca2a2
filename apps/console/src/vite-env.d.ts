/// <reference types="vite/client" />

declare module 'virtual:operation-meta' {
  import type { Entity, OperationName } from '@acequia/contract';

  const meta: Readonly<Record<OperationName, { readonly reads: readonly Entity[]; readonly changes: readonly Entity[] }>>;
  export default meta;
}
