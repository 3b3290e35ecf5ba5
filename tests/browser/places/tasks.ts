import type { Places } from '../places.ts'

/** 0 stands for the visitor's own company. */
export const places: Places = {
  '/todolist/managementCompany/:managementCompanyId': async () => ({ managementCompanyId: 0 }),
}
