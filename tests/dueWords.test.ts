import { globSync, readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { dueWords } from '#core/platform/lookups/model/index.ts'

type Node = { type: string; [name: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
const getText = (node: Node): string | null =>
  node.type === 'Literal' || node.type === 'JSXText'
    ? typeof node.value === 'string'
      ? node.value.trim()
      : null
    : node.type === 'TemplateElement'
      ? (node.value as { raw: string }).raw.trim()
      : null

/** Whether a text is short enough for a label and is not a sentence. */
const isLabel = (text: string): boolean => text.length <= MAX_LABEL_LENGTH && !text.endsWith('.')
const MAX_LABEL_LENGTH = 48
/** The words that labels use for open and late items. */
const WORDS = /(?<![&?/-])\b(late|pending|past due|past its|past their)\b/i
/** The declared labels of due states, and common variants of them. */
const STATES = new Set<string>([...Object.values(dueWords), 'Not due', 'Late'])

/** Finds the labels of a source file. Texts in SQL templates, imports and types are not labels. */
function findLabels(source: string, file: string): string[] {
  const labels: string[] = []
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) walk(item)
    if (!isNode(value) || value.type === 'TaggedTemplateExpression' || value.type === 'ImportDeclaration')
      return
    if (value.type.startsWith('TS') && value.type.endsWith('Type')) return
    const text = getText(value)
    if (text !== null && isLabel(text)) labels.push(text)
    for (const part of Object.values(value)) walk(part)
  }
  walk(parseSync(file, source).program)
  return labels
}

/**
 * Labels that use these words for something other than an item open after its due day, each with the reason.
 */
const allowedLabels: Readonly<Record<string, string>> = {
  Late: 'A month that was filed after its day.',
  'Late only': 'Months that were filed after their day.',
  'Late or missing only': 'Months that were filed after their day.',
  'Coverage below 1.10, or late': 'Statements that were filed after their day.',
  'Days late': 'How many days after its day.',
  'Decided late': 'Decided after the promised day.',
  'Decided late, last 30 days': 'Decided after the promised day.',
  'Ask to file late': 'To file after the day.',
  'Ask to enter late': 'To file after the day.',
  'Late to file': 'The term of form 8823.',
  'Late notice on': 'The day of a notice.',
  'late reserve deposits': 'The name of a job.',
  'Occupancy data late or not compliant': 'The documented question of the checklist.',
  'Agency decision: news that is too late confuses': 'The source of a setting.',
  Pending: 'The documented outcome of a request for protection.',
  'Decontrol: Pending': 'The documented status of a property.',
}
/** Files that declare the words, or use them as values on the wire. */
const DECLARED = ['core/platform/lookups/model/terms.ts', 'core/money/reserves/']

test('every tile, list, badge and report names overdue items with the declared words', () => {
  const files = globSync('src/{engines/{review,report},core,features}/**/*.{ts,tsx}', {
    exclude: ['**/*.test.ts'],
  })
  const labels = files.flatMap((file) =>
    findLabels(readFileSync(file, 'utf8'), file).map((label) => ({ file: file.slice('src/'.length), label })),
  )
  const isWord = (label: string) => WORDS.test(label) && (/^[A-Z]/.test(label) || label.includes(' '))
  const strange = labels.filter(
    ({ file, label }) =>
      (isWord(label) || STATES.has(label)) &&
      !(label in allowedLabels) &&
      !DECLARED.some((place) => file.startsWith(place)),
  )
  expect(strange).toEqual([])
  const known = new Set(labels.map(({ label }) => label))
  expect(Object.keys(allowedLabels).filter((label) => !known.has(label))).toEqual([])
})
