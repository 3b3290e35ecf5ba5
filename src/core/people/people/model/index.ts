export { users } from './calls.ts'
export { permissionKeys } from './permissionKeys.ts'
