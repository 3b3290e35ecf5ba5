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

const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Returns the plain text of a node: inline text on one line, stacked content on separate lines. */
function getPlainText(node: unknown): string {
  if (typeof node === 'string' || typeof node === 'number') return String(node)
  if (Array.isArray(node)) return node.map(getPlainText).join('')
  if (!isRecord(node)) return ''
  if ('text' in node) return getPlainText(node.text)
  const lines = [node.stack, node.columns, node.ul, node.ol].flatMap(toArray)
  return lines.map(getPlainText).join('\n')
}

function buildTablePart(table: Record<string, unknown>): RawPart {
  const rows = toArray(table.body).map((row) => toArray(row).map(getPlainText))
  const hasHeader = Number(table.headerRows ?? 0) > 0
  return { kind: 'table', header: hasHeader ? (rows[0] ?? []) : [], rows: hasHeader ? rows.slice(1) : rows }
}

/**
 * Returns the readable parts of a raw pdfmake content object for the accessible preview: paragraphs, lists,
 * tables and images in reading order. Drawings (canvas, svg, qr) have no text and are left out.
 */
export function getRawParts(node: unknown): RawPart[] {
  if (Array.isArray(node)) return node.flatMap(getRawParts)
  if (!isRecord(node)) {
    const text = getPlainText(node)
    return text === '' ? [] : [{ kind: 'paragraph', text }]
  }
  if ('text' in node) return getRawParts(getPlainText(node))
  if ('stack' in node || 'columns' in node)
    return getRawParts([...toArray(node.stack), ...toArray(node.columns)])
  if ('ul' in node) return [{ kind: 'list', ordered: false, items: toArray(node.ul).map(getPlainText) }]
  if ('ol' in node) return [{ kind: 'list', ordered: true, items: toArray(node.ol).map(getPlainText) }]
  if (isRecord(node.table)) return [buildTablePart(node.table)]
  return typeof node.image === 'string' ? [{ kind: 'image', source: node.image }] : []
}
