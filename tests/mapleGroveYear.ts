import { BY_LEDGER, type Year } from '#features/statements/reportCard/model/figures.ts'
import type { RatingInputs } from '#features/statements/reportCard/model/metric.ts'
import type { Facts } from '#features/statements/reportCard/model/questions.ts'
import { type Thresholds, thresholds } from '#features/statements/reportCard/model/settings.ts'

/** Maple Grove's accounts of fiscal year 2025 in cents, by account code (domain 8.4, 5.4). */
export const maple: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    5120: 381_600,
    '5100T': 381_600,
    5220: 22_896,
    5250: 1_500,
    '5200T': 24_396,
    '5000T': 366_404,
    6370: 4_104,
    '6263T': 62_480,
    '6400T': 38_900,
    '6500T': 78_300,
    '6700T': 64_250,
    6320: 22_722,
    6820: 41_040,
    6825: 5_100,
    6850: 2_100,
    1110: 300,
    1120: 58_420,
    1130: 2_860,
    '1100T': 66_760,
    1191: 16_800,
    1310: 9_000,
    1320: 62_400,
    1330: 54_000,
    2110: 11_860,
    2131: 3_420,
    2150: 4_310,
    '2122T': 65_310,
    2191: 15_900,
    '1000T': 1_900_000,
    '2033T': 1_900_000,
  }).map(([code, dollars]) => [code, dollars * 100]),
)
/** A year of report-card figures with these account amounts in cents. */
export const getYear = (figures: Readonly<Record<string, number>>, more: Partial<Year> = {}): Year => ({
  afsId: 1,
  year: 2025,
  months: 12,
  units: 48,
  principal: 2_736_000,
  principalFrom: 'by the notes payable',
  reserveDeposits: 1_440_000,
  reserveDepositsFrom: BY_LEDGER,
  custom: [],
  inspectionScore: 84,
  mostFee: 42,
  mostFees: null,
  reportedOccupied: null,
  read: (code) => figures[code] ?? 0,
  ...more,
})
/** The default of every threshold setting. */
export const defaults = Object.fromEntries(
  Object.entries(thresholds).map(([name, one]) => [name, one.default]),
) as Thresholds
/** The settings and the portfolio's median with which a metric is computed. */
export const around: RatingInputs = {
  thresholds: defaults,
  coverageAfterReserve: true,
  median: 4_960,
}

/**
 * The facts about Maple Grove that the checklist reads, in addition to its figures. One deposit of $1,200 was
 * not made.
 */
export const mapleFacts: Facts = {
  year: getYear(maple),
  tolerance: 100,
  submitted: '2026-03-28T15:00:00Z',
  dueDate: '2026-03-31',
  opinion: 'Unmodified',
  goingConcern: false,
  certifications: 2,
  ties: [],
  missingSchedules: [],
  relatedParties: 0,
  delinquent: { A5: null, A6: 120_000, A9: null },
  depositsMade: 1_320_000,
  ledgerBalance: 6_240_000,
  priorFindings: { afsId: 9, year: 2024, open: 0, cured: 1 },
  distributions: { paid: 1_200_000, approved: 1_200_000 },
}
