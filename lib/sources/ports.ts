/**
 * Ports above 1023 of services that are not web servers. An HTTP request to one can do harm (a command to a data store,
 * a started container) and never returns a picture. The comment after each group names the services.
 */
const NON_WEB_PORTS: ReadonlySet<number> = new Set([
  ...[1433, 1434, 1521, 3306, 5432, 5984, 6379, 7687, 8086, 8529, 9042, 9160, 11211, 26257, 27017, 27018, 27019, 28015], // data stores
  ...[9200, 9300, 7700, 8983], // search engines
  ...[2375, 2376, 2377, 2379, 2380, 6443, 10250, 10255, 10256, 4194], // Docker, etcd, Kubernetes
  ...[2181, 4222, 5671, 5672, 6222, 8222, 9092, 15672, 61616], // queues and coordination
  ...[4646, 8200, 8300, 8301, 8302, 8500, 8501, 8502, 8600], // Nomad, Vault, Consul
  ...[1719, 1720, 1723, 5060, 5061], // telephony and tunnels
  ...[2049, 3260, 3389, 3659, 4045, 4190, 4369, 5900, 5901, 5985, 5986, 6000, 6566, 10080], // files, screens, shells
  ...[6665, 6666, 6667, 6668, 6669, 6679, 6697], // chat
]);

/** Returns whether a web server may listen on this port: 80, 443, and most ports above 1023. */
export function isWebPort(port: number): boolean {
  if (port === 80 || port === 443) return true;
  return port > 1023 && port <= 65535 && !NON_WEB_PORTS.has(port);
}
