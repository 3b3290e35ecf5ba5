export { PropertyHeader } from './PropertyHeader.tsx'
