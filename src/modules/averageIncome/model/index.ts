export { getByProjectId } from './calls.ts'
