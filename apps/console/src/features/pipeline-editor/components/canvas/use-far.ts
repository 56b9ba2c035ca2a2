import { useStore } from '@xyflow/react';

/** Below this zoom, words on cards cannot be read. */
const readable = 0.45;

/** Whether the canvas is so far away that only shapes and names are drawn. */
export const useFar = (): boolean => useStore((state) => state.transform[2] < readable);
