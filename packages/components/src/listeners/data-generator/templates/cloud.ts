import { iso } from '../times.ts';
import { loginOf, objects } from './template.ts';

const uuid = (hex: string) => `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;

export const awsCloudtrail = objects((scene) => {
  const { draw, person, timeMs, incident } = scene;
  const { success } = loginOf(scene);
  const login = incident !== undefined || draw.chance(0.2);
  const [source, name] = login
    ? ['signin.amazonaws.com', 'ConsoleLogin']
    : draw.pick([
        ['s3.amazonaws.com', 'GetObject'],
        ['ec2.amazonaws.com', 'DescribeInstances'],
        ['iam.amazonaws.com', 'CreateAccessKey'],
        ['sts.amazonaws.com', 'AssumeRole'],
      ] as const);
  return {
    eventVersion: '1.09',
    eventTime: iso(timeMs),
    eventSource: source,
    eventName: name,
    awsRegion: draw.pick(['eu-west-1', 'us-east-1', 'eu-south-2']),
    sourceIPAddress: person.ip,
    userAgent: person.agent,
    userIdentity: {
      type: 'IAMUser',
      accountId: '123456789012',
      userName: person.name,
      arn: `arn:aws:iam::123456789012:user/${person.name}`,
    },
    ...(login ? { responseElements: { ConsoleLogin: success ? 'Success' : 'Failure' } } : {}),
    eventID: uuid(draw.hex(32)),
  };
});

export const oktaSystem = objects((scene) => {
  const { draw, person, timeMs } = scene;
  const { success } = loginOf(scene);
  return {
    uuid: uuid(draw.hex(32)),
    published: iso(timeMs),
    eventType: 'user.session.start',
    severity: success ? 'INFO' : 'WARN',
    displayMessage: 'User login to Okta',
    actor: { type: 'User', alternateId: person.mail, displayName: person.name },
    outcome: success ? { result: 'SUCCESS' } : { result: 'FAILURE', reason: 'INVALID_CREDENTIALS' },
    client: {
      ipAddress: person.ip,
      userAgent: { rawUserAgent: person.agent },
      geographicalContext: { city: person.city, country: person.country },
    },
  };
});

const products = [
  ['SKU-100', 'Hose', 1999],
  ['SKU-101', 'Valve', 850],
  ['SKU-102', 'Pump', 12_900],
  ['SKU-103', 'Filter', 2450],
  ['SKU-104', 'Meter', 6700],
] as const;
export const jsonOrders = objects(({ draw, person, timeMs, index }) => {
  const items = Array.from({ length: draw.int(1, 4) }, () => {
    const [sku, name, cents] = draw.pick(products);
    return { sku, name, quantity: draw.int(1, 3), price: cents / 100 };
  });
  const cents = items.reduce((sum, item) => sum + Math.round(item.price * 100) * item.quantity, 0);
  return {
    order_id: `O-${String(index).padStart(9, '0')}`,
    created_at: iso(timeMs),
    customer: { name: person.name, email: person.mail, city: person.city },
    items,
    total: cents / 100,
    currency: 'EUR',
    status: draw.pick(['paid', 'paid', 'paid', 'pending', 'refunded']),
  };
});

export const payments = objects(({ draw, person, timeMs }) => ({
  payment_id: uuid(draw.hex(32)),
  ts: iso(timeMs),
  card: `4${String(draw.int(0, 999_999_999)).padStart(9, '0')}${String(draw.int(0, 999_999)).padStart(6, '0')}`,
  holder: person.name,
  email: person.mail,
  amount: draw.int(100, 90_000) / 100,
  currency: draw.pick(['EUR', 'USD', 'GBP']),
  country: person.country,
  ip: person.ip,
  approved: draw.chance(0.94),
}));

export const iotSensor = objects(({ draw, host, timeMs }) => ({
  device: `sensor-${host.name}`,
  ts: Math.floor(timeMs / 1000),
  temperature: draw.int(-50, 450) / 10,
  humidity: draw.int(20, 95),
  battery: draw.int(0, 100),
  location: { lat: 39 + draw.int(0, 9999) / 10_000, lon: -0.5 + draw.int(0, 9999) / 10_000 },
}));
