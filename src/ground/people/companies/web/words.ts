import {
  ManagementCompanyStatus,
  managementCompanyStatusLabels,
} from '#ground/platform/lookups/model/index.ts'
import type { Option } from '#ui/form/display.ts'
import type { ToneName } from '#ui/frame/palette.ts'

/** Where a company is opened. */
export const companyPath = (companyId: number): string => `/company/false/${companyId}`

/** The label of a company's status (ST-18…ST-20). */
export const statusWords = (status: number): string => managementCompanyStatusLabels[status] ?? ''

/** The color of a company's status. */
export const statusTone = (status: number): ToneName => {
  if (status === ManagementCompanyStatus.Active) return 'green'
  return status === ManagementCompanyStatus.UnderConsideration ? 'yellow' : 'gray'
}

/** The statuses to choose from. */
export const statusOptions: readonly Option[] = Object.values(ManagementCompanyStatus).map((value) => ({
  value,
  label: statusWords(value),
}))

const months = ['January to March', 'April to June', 'July to September', 'October to December']

/** The label of a quarter; '' for none. */
export const quarterWords = (quarter: number | null): string =>
  quarter === null ? '' : `Quarter ${quarter}, ${months[quarter - 1] ?? ''}`

/** The quarters to choose from. */
export const quarterOptions: readonly Option[] = [1, 2, 3, 4].map((value) => ({
  value,
  label: quarterWords(value),
}))

/** An EIN masked to its last digits, which alone are stored; '' for none. */
export const maskedEin = (last4: string | null): string => (last4 ? `**-***${last4}` : '')
