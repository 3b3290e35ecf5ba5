import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  day,
  id,
  longText,
  moment,
  money,
  number,
  percent,
  ref,
  stepOnly,
  text,
} from '#kernel/model/field.ts'

/**
 * Whether the commission counts principal of loans paid off early, which raises equity sharply (domain 31).
 */
export const discretions = ['For the commission', 'Counted', 'Not counted'] as const

const amount = (label: string, help?: string) => money(label, help, 0)

/**
 * The equity of a property in a fiscal year: the first is set once, each later one is computed from it
 * (domain 6.3, 31).
 */
export const EquityFigure = entity('EquityFigure', {
  table: 'equity_figure',
  key: 'equityFigureId',
  label: 'Equity figure',
  fields: {
    equityFigureId: id('Equity figure'),
    propertyId: id('Property'),
    year: number('Fiscal year', 1990, 2200).unwrap(),
    version: number('Version').unwrap(),
    developmentCost: stepOnly(amount('Development cost')),
    originalMortgages: stepOnly(amount('Mortgages, original principal')),
    initialEquity: money('Initial equity'),
    principalBefore: stepOnly(amount('Principal paid to the cut-off')),
    closingReportDate: stepOnly(day('Closing report')),
    cutoffDate: stepOnly(day('Cut-off date')),
    mortgageBalance: money('Mortgage balance'),
    principalPaid: money('Principal paid').unwrap(),
    principalHeld: money('Principal of loans paid off').unwrap(),
    approvedImprovements: amount('Approved improvements').unwrap(),
    computedEquity: money('Equity as computed'),
    equity: money('Equity'),
    rate: percent('Rate (percent)'),
    allowedDistribution: money('Allowed distribution'),
    paidOff: text('Loans paid off', 400),
    discretion: choiceField('Commission', discretions)
      .nullable()
      .meta({ label: 'Commission', kind: 'choice' }),
    note: longText('Note', 1000),
    setById: ref('Set by', 'User'),
    setAt: moment('Set').unwrap(),
  },
  serverOnly: [
    'version',
    'initialEquity',
    'mortgageBalance',
    'principalPaid',
    'principalHeld',
    'computedEquity',
    'equity',
    'rate',
    'allowedDistribution',
    'paidOff',
    'discretion',
    'setById',
    'setAt',
  ],
})

/** A record that a property was notified of its equity figure, once for each year. */
export const EquityNotice = entity('EquityNotice', {
  table: 'equity_notice',
  key: 'equityNoticeId',
  label: 'Notice of equity',
  fields: {
    equityNoticeId: id('Notice'),
    propertyId: id('Property'),
    year: number('Fiscal year').unwrap(),
    sentAt: moment('Sent').unwrap(),
    sentById: ref('Sent by', 'User'),
    recipients: number('Recipients').unwrap(),
    equity: money('Equity').unwrap(),
    allowedDistribution: money('Allowed distribution'),
  },
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
