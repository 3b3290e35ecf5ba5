export { facts, listPath } from './facts.ts'
