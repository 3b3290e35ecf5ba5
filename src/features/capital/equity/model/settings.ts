import { setting } from '#kernel/model/setting.ts'

/** The settings of an agency for equity figures. */
export const equitySettings = {
  rate: setting({
    group: 'Equity figures',
    key: 'equity_figure_rate',
    label: 'Allowed distribution a year, of equity, where a property has no rate of its own',
    kind: 'percent',
    unit: 'percent points',
    default: 8,
    source: '4 CSR 170-4.200: eight percent of equity a year',
  }),
}
