import { toCents } from '#kernel/model/money.ts'
import { derivationAcross, type FigureLine, getDerivation, type Origin, readColumn } from '../model/index.ts'
import { Derivation } from './Derivation.tsx'
import type { FigureRow } from './rows.ts'
import type { Asked, StatementSheetProps } from './StatementSheet.tsx'

type Answering = StatementSheetProps & {
  asked: Asked
  rows: readonly FigureRow[]
  onGo: (code: string) => void
  onClose: () => void
}

/**
 * Returns the current figures of a column, and the origins of those that are unchanged since they were
 * stored.
 */
function figuresIn({ chart, stored, people, rows }: Answering, key: string) {
  const read = readColumn(chart, rows, key)
  const linesByCode = new Map(stored.map((line) => [line.code, line as FigureLine]))
  const origin = (code: string): Origin | undefined => {
    const line = linesByCode.get(code)
    const draft = rows.find((row) => row.clientKey === code)?.[key]
    const isUnchanged =
      typeof draft === 'number' && typeof line?.[key] === 'number' && toCents(draft) === toCents(line[key])
    return isUnchanged ? line?.origins?.[key] : undefined
  }
  return { read, origin, people }
}

/** Where the figure of a worksheet that was asked about comes from. */
export function Answer(answering: Answering) {
  const { chart, columns, onGo, onClose } = answering
  const { code, column } = answering.asked
  const key = column.of ?? column.key
  const getLabel = (name: string) => columns.find((column) => column.key === name)?.label ?? column.label
  const added = Object.entries(column.adds ?? {}).map(([name, sign]) => ({
    label: getLabel(name),
    sign,
    sources: figuresIn(answering, name),
  }))
  const derived =
    added.length > 0
      ? derivationAcross(chart, code, added)
      : getDerivation(chart, code, figuresIn(answering, key))
  return (
    derived && (
      <Derivation
        key={`${code} ${column.key}`}
        of={derived}
        column={getLabel(key)}
        onGo={onGo}
        onClose={onClose}
      />
    )
  )
}
