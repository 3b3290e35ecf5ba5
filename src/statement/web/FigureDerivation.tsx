import { toCents } from '#kernel/model/money.ts'
import {
  createColumnReader,
  type FigureLine,
  getColumnsDerivation,
  getDerivation,
  type Origin,
} from '../model/index.ts'
import { Derivation } from './Derivation.tsx'
import type { FigureRow } from './rows.ts'
import type { FigureQuestion, StatementSheetProps } from './StatementSheet.tsx'

type Props = StatementSheetProps & {
  asked: FigureQuestion
  rows: readonly FigureRow[]
  onGo: (code: string) => void
  onClose: () => void
}

/**
 * Returns the current figures of a column, and the origins of those that are unchanged since they were
 * stored.
 */
function getDerivationInput({ chart, stored, people, rows }: Props, key: string) {
  const read = createColumnReader(chart, rows, key)
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

/** The panel that shows where a figure of a worksheet comes from, after the user asked for it. */
export function FigureDerivation(props: Props) {
  const { chart, columns, onGo, onClose } = props
  const { code, column } = props.asked
  const key = column.of ?? column.key
  const getLabel = (name: string) => columns.find((column) => column.key === name)?.label ?? column.label
  const summedColumns = Object.entries(column.adds ?? {}).map(([name, sign]) => ({
    label: getLabel(name),
    sign,
    sources: getDerivationInput(props, name),
  }))
  const derivation =
    summedColumns.length > 0
      ? getColumnsDerivation(chart, code, summedColumns)
      : getDerivation(chart, code, getDerivationInput(props, key))
  return (
    derivation && (
      <Derivation
        key={`${code} ${column.key}`}
        of={derivation}
        column={getLabel(key)}
        onGo={onGo}
        onClose={onClose}
      />
    )
  )
}
