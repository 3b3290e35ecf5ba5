import { parseSync } from '@swc/core'

/** A source file with its path and text. */
type SourceFile = { path: string; text: string }
type Node = { type: string; span: { start: number; end: number } } & Record<string, unknown>

const FUNCTIONS =
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression|ClassMethod|PrivateMethod|Constructor)$/

/** A function's name and the number of lines of its body, including braces and nested functions. */
export type MeasuredFunction = { path: string; name: string; lines: number }

/** Measures all functions of a file. */
export function getFunctions({ path, text }: SourceFile): MeasuredFunction[] {
  const bytes = Buffer.from(text)
  const module = parseSync(text, { syntax: 'typescript', tsx: path.endsWith('x') }) as unknown as Node
  // The positions of the parser continue over all files that it has parsed, so they are taken relative to the
  // start of this one.
  const base = module.span.start
  const functions: MeasuredFunction[] = []
  const measure = (node: Node, name: string) => {
    const body = ((node.function as Node | undefined) ?? node).body as Node | null
    if (!body) return
    const lines = bytes
      .subarray(body.span.start - base, body.span.end - base)
      .toString()
      .split('\n').length
    functions.push({ path, name, lines })
  }
  const walk = (value: unknown, name: string): void => {
    if (Array.isArray(value)) for (const element of value) walk(element, name)
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return
    const node = value as Node
    const nodeName = getName(node) ?? name
    if (FUNCTIONS.test(node.type)) measure(node, nodeName)
    for (const [key, child] of Object.entries(node)) if (key !== 'span') walk(child, nodeName)
  }
  walk(module.body, '')
  return functions
}

/** The name of a declaration or property. */
function getName(node: Node): string | undefined {
  const identifier = (node.identifier ??
    node.key ??
    (node.type === 'VariableDeclarator' ? node.id : undefined)) as { value?: unknown } | null | undefined
  return typeof identifier?.value === 'string' ? identifier.value : undefined
}
