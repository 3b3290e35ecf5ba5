import { count, type Term, type Year } from './figures.ts'
import type { Rating, Unit } from './ratings.ts'
import type { Thresholds } from './settings.ts'

/** What a figure is reckoned and rated with beside the statement itself. */
export type Around = {
  thresholds: Thresholds
  coverageAfterReserve: boolean
  /** Median operating cost a unit of the region in the year, in dollars; null where too few statements tell one. */
  median: number | null
}

/** A reckoned figure: its value, what stands instead where there is none, and its formula with its figures. */
export type Reckoned = { value: number | null; instead?: string; formula: readonly Term[] }
export type Of = { year: Year; before: Year | undefined; around: Around }

/** A ratio of the report card, declared once (domain 8.3). */
export type Metric = {
  id: string
  name: string
  source: string
  unit: Unit
  /** What it is, in words. */
  words: (around: Around) => string
  reckon: (of: Of) => Reckoned
  /** Rates the figure as it prints. */
  rate: (value: number | null, around: Around) => Rating
  /** What it is measured by, in words, and the value of the line in its drawing. */
  measured: (around: Around, year: Year) => { words: string[]; line: number | null }
}

export const SOURCE = 'domain 8.3'
export const over = (above: number, below: number): number | null => (below === 0 ? null : above / below)
export const percentOf = (above: number, below: number): number | null => (below === 0 ? null : (above / below) * 100)

/** Nothing for a full year, else what makes one of it. */
export const fullYear = (months: number): Term[] => (months === 12 ? [] : [' × 12 ÷ ', count('months', months)])

/**
 * Occupied unit-months as the statement tells them: all units in all months less the part of gross potential rent that
 * was lost to vacancy, in whole months (domain 8.2: a full fee only at full occupancy).
 */
export function occupiedMonths({ read, units, months }: Year): number {
  const lost = over(read('5220'), read('5120')) ?? 0
  return Math.max(0, Math.floor(units * months * (1 - lost) + 1e-9))
}
