import { contactTypeLabels } from '#core/platform/lookups/model/index.ts'
import { contactTypes } from '../model/rules.ts'

/** The label of a contact type. */
export const getTypeLabel = (contactTypeId: number): string => contactTypeLabels[contactTypeId] ?? 'Contact'

/** The labels of several contact types, separated by commas. */
export const getTypesLabel = (contactTypeIds: readonly number[]): string =>
  contactTypeIds.map(getTypeLabel).join(', ')

/** The options of a choice of contact types. */
export const getTypeOptions = (types: readonly number[] = contactTypes) =>
  types.map((type) => ({ value: type, label: getTypeLabel(type) }))
