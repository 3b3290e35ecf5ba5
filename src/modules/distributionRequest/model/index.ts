export { facts } from './facts.ts'
export { requests } from './requests.ts'
