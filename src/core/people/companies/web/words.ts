import { ManagementCompanyStatus, managementCompanyStatusLabels } from '#core/platform/lookups/model/index.ts'
import type { Option } from '#ui/form/display.ts'
import type { ToneName } from '#ui/frame/palette.ts'

/** The path of the screen of a company. */
export const companyPath = (companyId: number): string => `/company/false/${companyId}`

/** The label of a company's status (ST-18…ST-20). */
export const statusWords = (status: number): string => managementCompanyStatusLabels[status] ?? ''

/** The color of a company's status. */
export const statusTone = (status: number): ToneName => {
  if (status === ManagementCompanyStatus.Active) return 'green'
  return status === ManagementCompanyStatus.UnderConsideration ? 'yellow' : 'gray'
}

/** The options for a company's status. */
export const statusOptions: readonly Option[] = Object.values(ManagementCompanyStatus).map((value) => ({
  value,
  label: statusWords(value),
}))

const months = ['January to March', 'April to June', 'July to September', 'October to December']

/** The label of a quarter; '' for none. */
export const quarterWords = (quarter: number | null): string =>
  quarter === null ? '' : `Quarter ${quarter}, ${months[quarter - 1] ?? ''}`

/** The options for a quarter. */
export const quarterOptions: readonly Option[] = [1, 2, 3, 4].map((value) => ({
  value,
  label: quarterWords(value),
}))

/** Masks an EIN except its last four digits, which are the only stored ones; '' for none. */
export const maskedEin = (last4: string | null): string => (last4 ? `**-***${last4}` : '')
