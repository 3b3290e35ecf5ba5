export { getPropertyCertificationsPath as listPath, priorityFacts as facts } from './facts.ts'
