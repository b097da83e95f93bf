import { makeTemplate } from '../../testing/test-database.ts';

await makeTemplate();
