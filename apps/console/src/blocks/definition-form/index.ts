export { DefinitionForm, type DefinitionFormProps } from './definition-form.tsx';
export { useConfigCheck, type ConfigCheck } from './model/use-config-check.ts';
export { freshValue } from './model/describe-fields.ts';
export { prefilled } from './model/prefilled.ts';
export type { FieldChoice, FieldChoices } from './form-context.ts';
export { faultText } from './fault-text.ts';
export { formTexts } from './texts.ts';
