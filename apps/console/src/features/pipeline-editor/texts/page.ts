import { inBoth } from './in-both.ts';

/** The page as a whole. */
export const pageWords = inBoth({
  en: {
    back: 'Back to pipelines',
    pageTitle: '{{name}} · Pipelines',
    loading: 'Loading the pipeline',
    loadFailed: 'The pipeline could not be loaded',
    notFound: 'There is no such pipeline',
    notFoundWhy: 'It may have been deleted, or it belongs to another organization.',
    tryAgain: 'Try again',
    toPipelines: 'To the pipelines',
    cancel: 'Cancel',
    close: 'Close',
    canvas: 'Canvas of the pipeline',
  },
  es: {
    back: 'Volver a los pipelines',
    pageTitle: '{{name}} · Pipelines',
    loading: 'Cargando el pipeline',
    loadFailed: 'No se ha podido cargar el pipeline',
    notFound: 'No existe ese pipeline',
    notFoundWhy: 'Puede que se haya eliminado o que sea de otra organización.',
    tryAgain: 'Reintentar',
    toPipelines: 'Ir a los pipelines',
    cancel: 'Cancelar',
    close: 'Cerrar',
    canvas: 'Lienzo del pipeline',
  },
});
