// The stand-in for the external customer centre, as a service of docker-compose.yml.
import { startCustomerCentre } from '../dev/src/customer-centre/server.ts';

const { close } = await startCustomerCentre({ port: 3005, host: '0.0.0.0' });
process.once('SIGTERM', () => void close());
