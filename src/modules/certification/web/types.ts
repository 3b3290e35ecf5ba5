import type { z } from 'zod'
import type { Answer } from '#kernel/model/call.ts'
import type { getApplication } from '../model/calls.ts'
import type { applicationLine } from '../model/shapes.ts'

export type Detail = Answer<typeof getApplication>
export type Line = z.infer<typeof applicationLine>

/** Where an application is opened. */
export const applicationPath = (line: { managementCompanyAssetCertificationId: number }): string =>
  `/ManagementCompanyAssetCertificationApplication/edit/${line.managementCompanyAssetCertificationId}`

/** Where a company's applications stand. */
export const companyPath = (line: { managementCompanyId: number }): string =>
  `/ManagementCompanyAssetCertificationList/${line.managementCompanyId}`
