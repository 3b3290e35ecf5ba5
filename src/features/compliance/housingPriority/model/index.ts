export { getPropertyCertificationsPath, priorityFacts } from './facts.ts'
