import ts from 'typescript';
import type { Language, Role, VisibleText } from './visible-text.ts';

/** Files whose pairs `[title, text]` are what went wrong, why, and what to do about it. */
const explaining = /^packages\/(?:contract\/src\/(?:errors\/texts|alert-texts)|component-sdk\/src\/text\/reasons\/[\w-]+)\.ts$/;
/** Files that write a word as `[English, Spanish]`. */
const pairs = /\/field-transformation\/operations\//;
const summaries = /^(?:packages\/contract\/src\/operations\/[\w-]+|apps\/cli\/src\/call-command)\.ts$/;
const usages = /^apps\/cli\/src\//;
const labelKey = /^(?:label|title|name)$|(?:Label|Title)$/;

/** Every text for people in a TypeScript file: what is below a property `en` or `es`, summaries of operations, usages of commands. */
export function readTypescript(file: string, source: string): VisibleText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found: VisibleText[] = [];

  const add = (node: ts.Node, language: Language, role: Role): void => {
    const text = textOf(node);
    if (text === undefined || !/\p{L}{2}/u.test(text)) return;
    found.push({ file, line: tree.getLineAndCharacterOfPosition(node.getStart()).line + 1, language, role, text });
  };

  /** Everything written below a language's property. */
  const below = (node: ts.Node, language: Language, role: Role, inCode = false): void => {
    if (ts.isPropertyAssignment(node)) {
      below(node.initializer, language, labelKey.test(nameOf(node.name)) ? 'label' : role, inCode);
    } else if (explaining.test(file) && ts.isArrayLiteralExpression(node) && node.elements.length === 2) {
      add(node.elements[0]!, language, 'label');
      add(node.elements[1]!, language, 'explanation');
    } else if (textOf(node) !== undefined) {
      if (!inCode || /\s/.test(textOf(node)!.trim())) add(node, language, role);
      if (ts.isTemplateExpression(node)) for (const span of node.templateSpans) below(span.expression, language, role, true);
    } else {
      const code = inCode || ts.isArrowFunction(node) || ts.isCallExpression(node);
      node.forEachChild((child) => below(child, language, role, code));
    }
  };

  const visit = (node: ts.Node, label: boolean): void => {
    if (ts.isPropertyAssignment(node)) {
      const name = nameOf(node.name);
      if (name === 'en' || name === 'es') return below(node.initializer, name, label ? 'label' : 'sentence');
      if (name === 'summary' && summaries.test(file)) return add(node.initializer, 'en', 'label');
      return visit(node.initializer, labelKey.test(name));
    }
    if (
      ts.isVariableDeclaration(node) &&
      usages.test(file) &&
      /^(?:usage|help|serverSettings|operatorSettings)$/i.test(node.name.getText()) &&
      node.initializer
    ) {
      return below(node.initializer, 'en', 'sentence');
    }
    if (pairs.test(file)) {
      const two = ts.isArrayLiteralExpression(node)
        ? node.elements
        : ts.isCallExpression(node) && node.expression.getText() === 'words'
          ? node.arguments
          : [];
      if (two.length === 2 && two.every((one) => /^\p{Lu}/u.test(textOf(one) ?? ''))) {
        add(two[0]!, 'en', 'sentence');
        add(two[1]!, 'es', 'sentence');
        return undefined;
      }
    }
    node.forEachChild((child) => visit(child, label && !ts.isObjectLiteralExpression(child)));
    return undefined;
  };
  visitRoot(tree, visit);
  return found;
}

function visitRoot(tree: ts.SourceFile, visit: (node: ts.Node, label: boolean) => void): void {
  tree.forEachChild((child) => visit(child, false));
}

/** A written text; what a template fills in is `{…}`. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) return node.head.text + node.templateSpans.map(({ literal }) => `{…}${literal.text}`).join('');
  return undefined;
}

const nameOf = (name: ts.PropertyName): string =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : '';
