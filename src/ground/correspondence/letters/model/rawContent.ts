/** A readable part of a raw content object. */
export type RawPart =
  | { readonly kind: 'paragraph'; readonly text: string }
  | { readonly kind: 'list'; readonly ordered: boolean; readonly items: readonly string[] }
  | {
      readonly kind: 'table'
      readonly header: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  | { readonly kind: 'image'; readonly source: string }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The plain text of a node: inline text on one line, stacked content on separate lines. */
function plainText(node: unknown): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(plainText).join('')
  if (!isRecord(node)) return ''
  if ('text' in node) return plainText(node.text)
  const lines = [node.stack, node.columns, node.ul, node.ol].flatMap(list)
  return lines.map(plainText).join('\n')
}

function tablePart(table: Record<string, unknown>): RawPart {
  const rows = list(table.body).map((row) => list(row).map(plainText))
  const hasHeader = Number(table.headerRows ?? 0) > 0
  return { kind: 'table', header: hasHeader ? (rows[0] ?? []) : [], rows: hasHeader ? rows.slice(1) : rows }
}

/**
 * The text of a raw pdfmake content object for the accessible preview: paragraphs, lists, tables and images
 * in reading order. Drawings (canvas, svg, qr) and page furniture have no text and are left out.
 */
export function rawParts(node: unknown): RawPart[] {
  if (Array.isArray(node)) return node.flatMap(rawParts)
  if (!isRecord(node)) {
    const text = plainText(node)
    return text === '' ? [] : [{ kind: 'paragraph', text }]
  }
  if ('text' in node) return rawParts(plainText(node))
  if ('stack' in node || 'columns' in node) return rawParts([...list(node.stack), ...list(node.columns)])
  if ('ul' in node) return [{ kind: 'list', ordered: false, items: list(node.ul).map(plainText) }]
  if ('ol' in node) return [{ kind: 'list', ordered: true, items: list(node.ol).map(plainText) }]
  if (isRecord(node.table)) return [tablePart(node.table)]
  return typeof node.image === 'string' ? [{ kind: 'image', source: node.image }] : []
}
