import type { CardPlace, Column } from './columns.tsx'

/** The places of columns on the card of a row. Facts are in the order in which users look for them. */
export type CardPlan<Row> = {
  title: Column<Row> | undefined
  second: Column<Row> | undefined
  amount: Column<Row> | undefined
  state: Column<Row> | undefined
  facts: readonly Column<Row>[]
  /** Buttons and fields in cells: they stay in reach. */
  controls: readonly Column<Row>[]
}

/** How many facts a card shows. */
const FACTS = 2

/**
 * Lays the shown columns of a table out on a card: the first is the title, the next words the second line,
 * the first amount and the first chip have their places; days come first among the facts. A column's `card`
 * says otherwise.
 */
export function cardPlan<Row>(columns: readonly Column<Row>[]): CardPlan<Row> {
  const placed = new Set<Column<Row>>()
  const take = (place: CardPlace, fits: (column: Column<Row>) => boolean) => {
    const free = columns.filter((column) => !placed.has(column))
    const match =
      free.find((column) => column.card === place) ??
      free.find((column) => column.card === undefined && fits(column))
    if (match) placed.add(match)
    return match
  }
  const hasText = ({ kind }: Column<Row>) => kind === 'text' || kind === 'link'
  const title = take('title', ({ kind }) => kind !== 'node')
  const second = take('second', hasText)
  const amount = take('amount', ({ kind }) => kind === 'money')
  const state = take('state', ({ kind }) => kind === 'chip')
  const matchingColumns = columns.filter((column) => !placed.has(column) && column.card !== 'none')
  const control = ({ kind, card }: Column<Row>) => kind === 'node' && card !== 'fact'
  const facts = matchingColumns.filter((column) => !control(column))
  const order = ({ card, kind }: Column<Row>) =>
    card === 'fact' ? 0 : kind === 'date' || kind === 'moment' ? 1 : 2
  facts.sort((fact, other) => order(fact) - order(other))
  return { title, second, amount, state, facts, controls: matchingColumns.filter(control) }
}

/** The facts that a row has something to say of, as many as a card shows. */
export const getCardFacts = <Row>(plan: CardPlan<Row>, row: Row): readonly Column<Row>[] =>
  plan.facts.filter((column) => column.text(row) !== '').slice(0, FACTS)
