import { z } from 'zod'
import { agency, signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { controller } from '#kernel/model/controller.ts'
import { id } from '#kernel/model/field.ts'
import { ManagementCompany } from './entities.ts'

export const managementCompanies = controller(ManagementCompany, {
  path: '/api/ManagementCompany',
  read: signedIn,
  write: agency('write'),
})

export const companyByProperty = call({
  method: 'GET',
  path: '/api/ManagementCompany/GetManagementCompanyInfoByProjectId/:propertyId',
  access: signedIn,
  params: z.object({ propertyId: id('Property') }),
  answer: ManagementCompany.row.nullable(),
  summary: 'The company that runs a property now',
})
