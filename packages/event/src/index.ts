export * from './values.ts';
export * from './expected.ts';
export * from './names.ts';
export { maybeRows } from './text-file.ts';
export * from './field-path.ts';
export * from './field-set.ts';
export * from './compare.ts';
export * from './json/integer.ts';
export * from './json/parse-json.ts';
export * from './json/print-json.ts';
export * from './json/plain.ts';
export * from './json/walk.ts';
export * from './json/well-formed-json.ts';
export * from './conversions/convert.ts';
export * from './conversions/numbers.ts';
export * from './conversions/timestamps.ts';
export * from './time/rfc3339.ts';
export * from './time/time-options.ts';
export * from './time/time-pattern.ts';
export * from './time/calendar.ts';
export * from './time/zone.ts';
export type { TimeLocale } from './time/calendar-names.ts';
export type { TimePatternFault } from './time/pattern-items.ts';
export * from './regex/compile-regex.ts';
export { onePassOf, type OnePass, type OnePassMove, type OnePassState } from './regex/one-pass.ts';
export type { RegexFault } from './regex/regex-faults.ts';
export * from './hash/bytes.ts';
export { md5, sha1, sha256, sha512 } from './hash/digests.ts';
export * from './hash/xxhash64.ts';
export * from './hash/uuid5.ts';
export * from './net/ip-address.ts';
export * from './net/cidr.ts';
export * from './expression/ast.ts';
export * from './expression/without-positions.ts';
export * from './expression/faults.ts';
export {
  allowEvents,
  beginSteps,
  besideRun,
  boundSteps,
  chargeRun,
  spendRun,
  spendSteps,
  stepsLeft,
  stepsOf,
  type StepAccount,
} from './expression/steps.ts';
export * from './expression/types.ts';
export { operators, operatorOf, positiveOf, type Operator, type RightSide } from './expression/operators.ts';
export { literalValue, printLiteral, numberLiteral } from './expression/literal.ts';
export { blankEnd, nextToken, type Token } from './expression/lexer.ts';
export { parseExpression } from './expression/parser.ts';
export { printExpression } from './expression/printer.ts';
export * from './expression/check.ts';
export {
  compileCondition,
  compileExpression,
  compileReference,
  type CompileContext,
  type CompiledCondition,
  type CompiledExpression,
  type CompiledValue,
  type ExpressionSource,
} from './expression/compile.ts';
export {
  signatureText,
  functionGroups,
  type EvaluationEnv,
  type FunctionDefinition,
  type FunctionGroup,
} from './expression/function-definition.ts';
export { expressionFunctions, functionNamed } from './expression/functions/registry.ts';
export { foldCase } from './expression/fold-case.ts';
export { findText, splitAt } from './text/find-text.ts';
export { likeMatcher, type LikeMatcher } from './text/like-matcher.ts';
export { calculate } from './expression/arithmetic.ts';
export { urlPart } from './expression/functions/network.ts';
export { setAt, removeAt, mergeNodes, flattenNode } from './expression/functions/json-edit.ts';
export * from './net/percent.ts';
export * from './template/parse-template.ts';
export * from './template/compile-template.ts';
export { escapeValue, type TemplateContext } from './template/escaping.ts';
export type { Member, ParseFault, ShapeOptions, ShapeResult } from './shapes/shape.ts';
export { facilityNames, severityNames } from './shapes/syslog-names.ts';
export { parseSyslog, parseSyslog3164, parseSyslog5424 } from './shapes/syslog.ts';
export { parseCef, type CefOptions } from './shapes/cef.ts';
export { parseLeef } from './shapes/leef.ts';
export { parseAccessLog } from './shapes/access-log.ts';
export { parseKeyValue, readQuoted, type KeyValueOptions } from './shapes/key-value.ts';
export { readCsvRow, type CsvRow } from './shapes/csv-row.ts';
export { parseXmlPrefix, type XmlOptions, type XmlResult } from './shapes/xml.ts';
export { compileGrok, parseByRegex, type Grok, type GrokFault } from './shapes/grok.ts';
export { compilePattern, type CompiledPattern, type PatternOutput } from './parse-language/compile-pattern.ts';
export { parsePattern } from './parse-language/parse-pattern.ts';
export { scanPlanOf, type ScanPlan } from './parse-language/scan-plan.ts';
export type { ScanMove, ScanStep } from './parse-language/scan-step.ts';
export type { TimeMove, TimeMoves, TimePart } from './time/time-moves.ts';
export { patternOperatorDocs, patternOptionDocs, patternTypeDocs, type PatternDoc } from './parse-language/pattern-docs.ts';
export {
  knownOptions,
  patternTypes,
  type PatternFault,
  type PatternField,
  type PatternNode,
  type PatternType,
} from './parse-language/pattern-ast.ts';
export { grokNames } from './shapes/grok-names.ts';
export * from './detection/detect-format.ts';
export { proposeType, type ProposedType } from './detection/propose-type.ts';
