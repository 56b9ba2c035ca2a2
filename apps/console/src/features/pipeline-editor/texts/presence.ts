import { inBoth } from './in-both.ts';

/** Who else has the pipeline open. */
export const presenceWords = inBoth({
  en: {
    editorsHere: 'Also here',
    editsStep: '{{name}} has “{{step}}” open',
    editsDraft: '{{name}} is editing the draft',
    viewsStep: '{{name}} is viewing “{{step}}”',
    viewsDraft: '{{name}} is viewing the draft',
    viewsVersion: '{{name}} is viewing version {{version}}',
    stepOpenBy_one: '{{names}} has this step open',
    stepOpenBy_other: '{{names}} have this step open',
    stepViewedBy_one: '{{names}} is viewing this step',
    stepViewedBy_other: '{{names}} are viewing this step',
  },
  es: {
    editorsHere: 'También aquí',
    editsStep: '{{name}} tiene abierto «{{step}}»',
    editsDraft: '{{name}} está editando el borrador',
    viewsStep: '{{name}} está viendo «{{step}}»',
    viewsDraft: '{{name}} está viendo el borrador',
    viewsVersion: '{{name}} está viendo la versión {{version}}',
    stepOpenBy_one: '{{names}} tiene este paso abierto',
    stepOpenBy_other: '{{names}} tienen este paso abierto',
    stepViewedBy_one: '{{names}} está viendo este paso',
    stepViewedBy_other: '{{names}} están viendo este paso',
  },
});
