import { ManagementCompanyStatus } from '#core/platform/lookups/model/index.ts'
import type { Option } from '#ui/form/display.ts'

/** The options of a company choice, ordered by name. Inactive companies are shown but cannot be chosen. */
export const getCompanyOptions = (
  companies: readonly { managementCompanyId: number; name: string; status: number }[],
): Option[] =>
  companies
    .map(({ managementCompanyId, name, status }) => ({
      value: managementCompanyId,
      label: name,
      disabled: status === ManagementCompanyStatus.Inactive,
    }))
    .sort((a, b) => a.label.localeCompare(b.label))
