import type { CardPlace, Column } from './columns.tsx'

/** The columns in each place of a row's card. Facts are in the order of their importance. */
export type CardPlan<Row> = {
  title: Column<Row> | undefined
  second: Column<Row> | undefined
  amount: Column<Row> | undefined
  state: Column<Row> | undefined
  facts: readonly Column<Row>[]
  /** Columns of buttons and fields, which a card always shows. */
  controls: readonly Column<Row>[]
}

/** The maximal number of facts on a card. */
const MAX_FACTS = 2

/**
 * Chooses the places of a table's columns on a card. The first column is the title, the next column of text
 * is the second line, and the first amount and the first chip have their own places. Days come first among
 * the facts. The `card` property of a column overrides this.
 */
export function cardPlan<Row>(columns: readonly Column<Row>[]): CardPlan<Row> {
  const placed = new Set<Column<Row>>()
  const takeColumn = (place: CardPlace, fits: (column: Column<Row>) => boolean) => {
    const free = columns.filter((column) => !placed.has(column))
    const match =
      free.find((column) => column.card === place) ??
      free.find((column) => column.card === undefined && fits(column))
    if (match) placed.add(match)
    return match
  }
  const hasText = ({ kind }: Column<Row>) => kind === 'text' || kind === 'link'
  const title = takeColumn('title', ({ kind }) => kind !== 'node')
  const second = takeColumn('second', hasText)
  const amount = takeColumn('amount', ({ kind }) => kind === 'money')
  const state = takeColumn('state', ({ kind }) => kind === 'chip')
  const remainingColumns = columns.filter((column) => !placed.has(column) && column.card !== 'none')
  const isControl = ({ kind, card }: Column<Row>) => kind === 'node' && card !== 'fact'
  const facts = remainingColumns.filter((column) => !isControl(column))
  const order = ({ card, kind }: Column<Row>) =>
    card === 'fact' ? 0 : kind === 'date' || kind === 'moment' ? 1 : 2
  facts.sort((fact, other) => order(fact) - order(other))
  return { title, second, amount, state, facts, controls: remainingColumns.filter(isControl) }
}

/** Returns the facts with a value in a row, up to the number that a card shows. */
export const getCardFacts = <Row>(plan: CardPlan<Row>, row: Row): readonly Column<Row>[] =>
  plan.facts.filter((column) => column.text(row) !== '').slice(0, MAX_FACTS)
